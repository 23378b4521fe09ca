// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DnsName} from "./DnsName.sol";
import {EnsRegistry} from "./EnsRegistry.sol";
import {OffchainCalls} from "./OffchainCalls.sol";

/// @title Resolves names in one call, forwards and backwards (ENSIP-23), through wildcard resolvers and their servers, too.
contract EnsUniversalResolver is OffchainCalls {
    /// The function `resolve(bytes,bytes)` of wildcard resolvers. ENSIP-10
    bytes4 private constant EXTENDED = 0x9061b923;

    EnsRegistry public immutable registry;

    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);

    constructor(EnsRegistry registry_) {
        registry = registry_;
    }

    /// @param name in DNS encoding
    /// @param data the call to the resolver
    /// @param gateways URLs of servers for lookups; `x-batch-gateway:true` if the client does the lookups itself
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways) external view returns (bytes memory, address) {
        return _resolve(name, data, gateways, this.resolveCallback.selector, "");
    }

    function resolveCallback(bytes calldata response, bytes calldata extraData) external view returns (bytes memory, address) {
        (Call memory call, bytes memory answer) = _resume(response, extraData);
        return (answer, call.resolver);
    }

    /// @return primary the name that the address has chosen and that belongs to it; empty when it has chosen none
    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata gateways) external view returns (string memory primary, address resolver, address reverseResolver) {
        bytes memory name = DnsName.ofReverse(account, coinType);
        bytes memory data = abi.encodeWithSignature("name(bytes32)", DnsName.namehash(name, 0));
        bytes memory answer;
        (answer, reverseResolver) = _resolve(name, data, gateways, this.reverseNameCallback.selector, abi.encode(account, coinType));
        return _check(answer, account, coinType, reverseResolver, gateways);
    }

    function reverseNameCallback(bytes calldata response, bytes calldata extraData) external view returns (string memory, address, address) {
        (Call memory call, bytes memory answer) = _resume(response, extraData);
        (bytes memory account, uint256 coinType) = abi.decode(call.context, (bytes, uint256));
        return _check(answer, account, coinType, call.resolver, call.gateways);
    }

    function reverseAddressCallback(bytes calldata response, bytes calldata extraData) external view returns (string memory primary, address resolver, address reverseResolver) {
        (Call memory call, bytes memory answer) = _resume(response, extraData);
        bytes memory account;
        (account, primary, reverseResolver) = abi.decode(call.context, (bytes, string, address));
        _requireSame(primary, answer, account);
        return (primary, call.resolver, reverseResolver);
    }

    /// Resolves the name that an account claims. It has to resolve back to the account.
    function _check(bytes memory answer, bytes memory account, uint256 coinType, address reverseResolver, string[] memory gateways) private view returns (string memory primary, address resolver, address) {
        primary = abi.decode(answer, (string));
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);
        bytes memory name = DnsName.encode(primary);
        bytes memory data = abi.encodeWithSignature("addr(bytes32,uint256)", DnsName.namehash(name, 0), coinType);
        (answer, resolver) = _resolve(name, data, gateways, this.reverseAddressCallback.selector, abi.encode(account, primary, reverseResolver));
        _requireSame(primary, answer, account);
        return (primary, resolver, reverseResolver);
    }

    function _requireSame(string memory primary, bytes memory answer, bytes memory account) private pure {
        bytes memory claimed = abi.decode(answer, (bytes));
        if (keccak256(claimed) != keccak256(account)) revert ReverseAddressMismatch(primary, claimed);
    }

    /// @param callback if the resolver's servers have to be asked, this function gets their answer, together with `context`
    function _resolve(bytes memory name, bytes memory data, string[] memory gateways, bytes4 callback, bytes memory context) private view returns (bytes memory, address) {
        (address resolver, bool isExtended) = _resolverOf(name);
        Call memory call = Call(resolver, isExtended, bytes4(data), gateways, callback, context);
        return (_start(call, isExtended ? abi.encodeWithSelector(EXTENDED, name, data) : data), resolver);
    }

    /// The resolver of the name itself, or of the nearest parent name if that resolver answers for names below its own.
    function _resolverOf(bytes memory name) private view returns (address resolver, bool isExtended) {
        uint256 offset = 0;
        while (name[offset] != 0) {
            resolver = registry.resolver(DnsName.namehash(name, offset));
            if (resolver != address(0)) break;
            offset += uint8(name[offset]) + 1;
        }
        if (resolver.code.length == 0) revert ResolverNotFound(name);
        isExtended = _isExtended(resolver);
        if (offset > 0 && !isExtended) revert ResolverNotFound(name);
    }

    function _isExtended(address resolver) private view returns (bool) {
        (bool success, bytes memory answer) = resolver.staticcall{gas: 30_000}(abi.encodeWithSignature("supportsInterface(bytes4)", EXTENDED));
        return success && answer.length == 32 && uint256(bytes32(answer)) == 1;
    }
}
