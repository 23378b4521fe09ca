// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EnsRegistry} from "./EnsRegistry.sol";

/// @title Resolves names in one call, forwards and backwards (ENSIP-23), without wildcards and without servers elsewhere.
contract EnsUniversalResolver {
    EnsRegistry public immutable registry;

    error ResolverNotFound(bytes name);
    error UnsupportedResolverProfile(bytes4 selector);
    error ResolverError(bytes data);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error DNSEncodingFailed(string name);

    constructor(EnsRegistry registry_) {
        registry = registry_;
    }

    /// @param name in DNS encoding
    /// @param data the call to the resolver
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata) external view returns (bytes memory, address) {
        return _resolve(name, data);
    }

    /// @return primary the name that the address has chosen and that belongs to it; empty when it has chosen none
    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata) external view returns (string memory primary, address resolver, address reverseResolver) {
        bytes memory reverseName = abi.encodePacked(uint8(account.length * 2), _hex(account), hex"0461646472077265766572736500");
        bytes memory answer;
        (answer, reverseResolver) = _resolve(reverseName, abi.encodeWithSignature("name(bytes32)", _namehash(reverseName, 0)));
        primary = abi.decode(answer, (string));
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);
        bytes memory name = _dnsEncode(primary);
        (answer, resolver) = _resolve(name, abi.encodeWithSignature("addr(bytes32,uint256)", _namehash(name, 0), coinType));
        bytes memory claimed = abi.decode(answer, (bytes));
        if (keccak256(claimed) != keccak256(account)) revert ReverseAddressMismatch(primary, claimed);
    }

    function _resolve(bytes memory name, bytes memory data) private view returns (bytes memory, address) {
        address resolver = registry.resolver(_namehash(name, 0));
        if (resolver.code.length == 0) revert ResolverNotFound(name);
        (bool success, bytes memory answer) = resolver.staticcall(data);
        if (!success) revert ResolverError(answer);
        if (answer.length == 0) revert UnsupportedResolverProfile(bytes4(data));
        return (answer, resolver);
    }

    /// @param name in DNS encoding, from `offset` on
    function _namehash(bytes memory name, uint256 offset) private pure returns (bytes32) {
        uint256 length = uint8(name[offset]);
        if (length == 0) return 0;
        bytes32 label;
        assembly ("memory-safe") {
            label := keccak256(add(add(name, 33), offset), length)
        }
        return keccak256(abi.encodePacked(_namehash(name, offset + length + 1), label));
    }

    function _dnsEncode(string memory name) private pure returns (bytes memory encoded) {
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

    function _hex(bytes calldata account) private pure returns (bytes memory text) {
        text = new bytes(account.length * 2);
        bytes16 digits = "0123456789abcdef";
        for (uint256 i = 0; i < account.length; i++) {
            text[2 * i] = digits[uint8(account[i]) >> 4];
            text[2 * i + 1] = digits[uint8(account[i]) & 15];
        }
    }
}
