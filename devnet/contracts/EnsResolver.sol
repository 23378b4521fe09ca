// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EnsRegistry} from "./EnsRegistry.sol";

/// @title Records of names: addresses (EIP-137, EIP-2304), texts (EIP-634) and reverse names (EIP-181).
contract EnsResolver {
    EnsRegistry public immutable registry;
    mapping(bytes32 node => mapping(uint256 coinType => bytes)) private _addresses;
    mapping(bytes32 node => mapping(string key => string)) private _texts;
    mapping(bytes32 node => string) public name;

    error NotOwner(bytes32 node);

    modifier onlyOwner(bytes32 node) {
        if (registry.owner(node) != msg.sender) revert NotOwner(node);
        _;
    }

    constructor(EnsRegistry registry_) {
        registry = registry_;
    }

    function setAddr(bytes32 node, uint256 coinType, bytes calldata account) external onlyOwner(node) {
        _addresses[node][coinType] = account;
    }

    function setText(bytes32 node, string calldata key, string calldata value) external onlyOwner(node) {
        _texts[node][key] = value;
    }

    function setName(bytes32 node, string calldata newName) external onlyOwner(node) {
        name[node] = newName;
    }

    /// @return the Ethereum address, coin type 60
    function addr(bytes32 node) external view returns (address) {
        bytes memory account = _addresses[node][60];
        return account.length == 20 ? address(bytes20(account)) : address(0);
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return _addresses[node][coinType];
    }

    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return _texts[node][key];
    }
}
