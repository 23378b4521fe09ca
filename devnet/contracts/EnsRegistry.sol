// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The owners and the resolvers of names (ENS, EIP-137), as far as the devnet needs them.
contract EnsRegistry {
    mapping(bytes32 node => address) public owner;
    mapping(bytes32 node => address) public resolver;

    error NotOwner(bytes32 node);

    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event NewResolver(bytes32 indexed node, address resolver);

    modifier onlyOwner(bytes32 node) {
        if (owner[node] != msg.sender) revert NotOwner(node);
        _;
    }

    constructor() {
        owner[0] = msg.sender;
    }

    /// @param label keccak256 of the label that is put before the node's name
    function setSubnode(bytes32 node, bytes32 label, address newOwner, address newResolver) external onlyOwner(node) returns (bytes32 subnode) {
        subnode = keccak256(abi.encodePacked(node, label));
        owner[subnode] = newOwner;
        resolver[subnode] = newResolver;
        emit NewOwner(node, label, newOwner);
        emit NewResolver(subnode, newResolver);
    }
}
