// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Names in DNS encoding: each label after its length, a zero at the end (RFC 1035, ENSIP-10).
library DnsName {
    error DNSEncodingFailed(string name);

    /// @return the node (EIP-137) of the part of the name that begins at `offset`
    function namehash(bytes memory name, uint256 offset) internal pure returns (bytes32) {
        uint256 length = uint8(name[offset]);
        if (length == 0) return 0;
        bytes32 parent = namehash(name, offset + length + 1);
        bytes32 label;
        assembly ("memory-safe") {
            label := keccak256(add(add(name, 33), offset), length)
        }
        return keccak256(abi.encodePacked(parent, label));
    }

    /// @param name with dots between its labels
    function encode(string memory name) internal pure returns (bytes memory encoded) {
        bytes memory text = bytes(name);
        encoded = new bytes(text.length + 2);
        uint256 start = 0;
        for (uint256 i = 0; i <= text.length; i++) {
            if (i < text.length && text[i] != ".") {
                encoded[i + 1] = text[i];
                continue;
            }
            if (i == start || i - start > 255) revert DNSEncodingFailed(name);
            encoded[start] = bytes1(uint8(i - start));
            start = i + 1;
        }
    }

    /// @return the reverse name of an account: `<account>.addr.reverse` for Ether, else `<account>.<coin type>.reverse` (ENSIP-19)
    function ofReverse(bytes memory account, uint256 coinType) internal pure returns (bytes memory) {
        return abi.encodePacked(_label(_hex(account)), _label(coinType == 60 ? bytes("addr") : _hexOf(coinType)), _label("reverse"), uint8(0));
    }

    function _label(bytes memory text) private pure returns (bytes memory) {
        return abi.encodePacked(uint8(text.length), text);
    }

    function _hex(bytes memory account) private pure returns (bytes memory text) {
        text = new bytes(account.length * 2);
        for (uint256 i = 0; i < account.length; i++) {
            text[2 * i] = _digit(uint8(account[i]) >> 4);
            text[2 * i + 1] = _digit(uint8(account[i]));
        }
    }

    /// Without zeros before the number.
    function _hexOf(uint256 number) private pure returns (bytes memory text) {
        uint256 digits = 1;
        while (digits < 64 && number >> (4 * digits) > 0) digits++;
        text = new bytes(digits);
        for (uint256 i = 0; i < digits; i++) text[i] = _digit(number >> (4 * (digits - 1 - i)));
    }

    function _digit(uint256 value) private pure returns (bytes1) {
        return bytes16("0123456789abcdef")[value & 15];
    }
}
