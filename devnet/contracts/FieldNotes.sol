// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title Six leaves (ERC-1155, ids 1 to 6, many copies each) drawn by the contract.
contract FieldNotes is ERC1155 {
    using Strings for uint256;

    string public constant name = "Field Notes";
    string public constant symbol = "NOTE";

    error UnknownLeaf(uint256 id);

    string[6] private _leaves = ["Ginkgo", "Maple", "Oak", "Birch", "Willow", "Fern"];
    string[6] private _colours = ["#d9b13b", "#c4512d", "#6f7d32", "#8fae4b", "#5f9c6e", "#2f7a4d"];

    constructor() ERC1155("") {}

    function mint(address to, uint256 id, uint256 amount) external {
        if (id == 0 || id > 6) revert UnknownLeaf(id);
        _mint(to, id, amount, "");
    }

    function uri(uint256 id) public view override returns (string memory) {
        if (id == 0 || id > 6) revert UnknownLeaf(id);
        string memory leaf = _leaves[id - 1];
        bytes memory json = abi.encodePacked(
            '{"name":"', leaf, '","description":"Page ', id.toString(), ' of a pressed herbarium.","image":"data:image/svg+xml;base64,',
            Base64.encode(_picture(id)), '","attributes":[{"trait_type":"Leaf","value":"', leaf,
            '"},{"trait_type":"Season","value":"', id < 4 ? "Autumn" : "Spring", '"}]}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    function _picture(uint256 id) private view returns (bytes memory) {
        string memory width = (34 + 7 * id).toString();
        return abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><rect width="240" height="240" fill="#f5efe0"/>',
            '<g fill="', _colours[id - 1], '"><ellipse cx="120" cy="100" rx="', width, '" ry="74"/></g>',
            '<path d="M120 30V216M120 130L', (90 - id).toString(), " 96M120 110L", (150 + id).toString(),
            ' 78" stroke="#4a4028" stroke-width="4" fill="none" stroke-linecap="round"/></svg>'
        );
    }
}
