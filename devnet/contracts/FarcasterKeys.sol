// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The part of Farcaster's key registry that a login reads: no account has a further key.
contract FarcasterKeys {
    struct KeyData {
        uint8 state;
        uint32 keyType;
    }

    function keyDataOf(uint256, bytes calldata) external pure returns (KeyData memory) {
        return KeyData(0, 0);
    }
}
