// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Answers several lookups of other contracts at once (ENSIP-21). The client does this itself, or names a server that does.
interface BatchGateway {
    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Request[] calldata requests) external view returns (bool[] memory failures, bytes[] memory responses);
}

/// @title Calls resolvers, which may answer through their servers (EIP-3668). This contract passes a resolver's lookup on as its own.
abstract contract OffchainCalls {
    /// @param isExtended whether the resolver wraps its answers in bytes (ENSIP-10)
    /// @param profile the function of the resolver that is called, directly or through `resolve`
    /// @param gateways where clients ask for several lookups
    /// @param callback the function of this contract that gets the answer of the resolver's servers, together with this struct
    /// @param context data that the callback needs
    struct Call {
        address resolver;
        bool isExtended;
        bytes4 profile;
        string[] gateways;
        bytes4 callback;
        bytes context;
    }

    /// A call that waits for the resolver's servers, and the parameters of the resolver's own callback.
    struct Pending {
        Call call;
        bytes4 callback;
        bytes extraData;
    }

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error UnsupportedResolverProfile(bytes4 selector);
    error ResolverError(bytes data);
    error HttpError(uint16 status, string message);
    error InvalidBatchGatewayResponse();

    /// @return answer the answer of the resolver; reverts with a lookup if the resolver's servers have to be asked first
    function _start(Call memory call, bytes memory data) internal view returns (bytes memory answer) {
        bool success;
        (success, answer) = call.resolver.staticcall(data);
        if (!success && bytes4(answer) == OffchainLookup.selector) _lookUp(call, answer);
        if (!success) revert ResolverError(answer);
        if (answer.length > 0 && call.isExtended) answer = abi.decode(answer, (bytes));
        if (answer.length == 0) revert UnsupportedResolverProfile(call.profile);
    }

    /// Continues a call with the answer that the client got from the servers.
    function _resume(bytes calldata response, bytes calldata extraData) internal view returns (Call memory call, bytes memory answer) {
        Pending memory pending = abi.decode(extraData, (Pending));
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures.length != 1 || responses.length != 1) revert InvalidBatchGatewayResponse();
        if (failures[0]) _fail(responses[0]);
        call = pending.call;
        answer = _start(call, abi.encodeWithSelector(pending.callback, responses[0], pending.extraData));
    }

    function _lookUp(Call memory call, bytes memory lookup) private view {
        (address sender, string[] memory urls, bytes memory callData, bytes4 callback, bytes memory extraData) =
            abi.decode(_withoutSelector(lookup), (address, string[], bytes, bytes4, bytes));
        if (sender != call.resolver) revert ResolverError(lookup);
        BatchGateway.Request[] memory requests = new BatchGateway.Request[](1);
        requests[0] = BatchGateway.Request(sender, urls, callData);
        revert OffchainLookup(address(this), call.gateways, abi.encodeCall(BatchGateway.query, (requests)), call.callback, abi.encode(Pending(call, callback, extraData)));
    }

    function _fail(bytes memory failure) private pure {
        if (bytes4(failure) != HttpError.selector) revert ResolverError(failure);
        (uint16 status, string memory message) = abi.decode(_withoutSelector(failure), (uint16, string));
        revert HttpError(status, message);
    }

    function _withoutSelector(bytes memory data) private pure returns (bytes memory rest) {
        rest = new bytes(data.length - 4);
        for (uint256 i = 0; i < rest.length; i++) rest[i] = data[i + 4];
    }
}
