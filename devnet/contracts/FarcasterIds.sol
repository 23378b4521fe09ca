// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The part of Farcaster's id registry that a login reads: the account of an address. `setStorageAt` fills it.
contract FarcasterIds {
    mapping(address => uint256) public idOf;
}
