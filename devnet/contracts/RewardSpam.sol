// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";

/// @title Spam that a stranger sends to many accounts (ERC-1155, id 1). Its name lures people to a site. Wallets should recognise it as spam.
contract RewardSpam is ERC1155 {
    string public constant name = "Claim your reward at rewards.example.invalid";
    string public constant symbol = "REWARD";

    constructor() ERC1155("") {}

    function drop(address[] calldata everybody) external {
        for (uint256 i = 0; i < everybody.length; i++) _mint(everybody[i], 1, 1, "");
    }

    function uri(uint256) public pure override returns (string memory) {
        bytes memory picture =
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><rect width="240" height="240" fill="#ff0"/><text x="120" y="110" text-anchor="middle" font-size="30">5,000 USDC</text><text x="120" y="150" text-anchor="middle" font-size="18">rewards.example.invalid</text></svg>';
        bytes memory json = abi.encodePacked(
            '{"name":"5,000 USDC reward","description":"Visit https://rewards.example.invalid and connect your wallet to claim.",',
            '"external_url":"https://rewards.example.invalid","image":"data:image/svg+xml;base64,', Base64.encode(picture), '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }
}
