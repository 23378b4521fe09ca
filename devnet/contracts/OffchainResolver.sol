// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title Resolves all names below the names that have this resolver (ENSIP-10), by signed answers of gateways (EIP-3668).
contract OffchainResolver {
    address public owner;
    mapping(address account => bool) public isSigner;
    string[] private _urls;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error NotOwner();
    error NoGateway();
    error AnswerExpired(uint64 expires);
    error InvalidSignature();

    event OwnerChanged(address owner);
    event SignerChanged(address indexed signer, bool trusted);
    event UrlsChanged(string[] urls);

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    /// @param gateways URLs with the placeholders `{sender}` and `{data}`; clients try them in this order
    constructor(string[] memory gateways, address[] memory signers) {
        owner = msg.sender;
        _urls = gateways;
        for (uint256 i = 0; i < signers.length; i++) isSigner[signers[i]] = true;
    }

    function setOwner(address newOwner) external onlyOwner {
        owner = newOwner;
        emit OwnerChanged(newOwner);
    }

    function setSigner(address signer, bool trusted) external onlyOwner {
        isSigner[signer] = trusted;
        emit SignerChanged(signer, trusted);
    }

    function setUrls(string[] memory gateways) external onlyOwner {
        _urls = gateways;
        emit UrlsChanged(gateways);
    }

    function urls() external view returns (string[] memory) {
        return _urls;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == this.resolve.selector || id == 0x01ffc9a7; // ENSIP-10, ERC-165
    }

    /// The parameters are the name in DNS encoding and the call to its resolver. The gateway gets both in the request.
    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
        if (_urls.length == 0) revert NoGateway();
        revert OffchainLookup(address(this), _urls, msg.data, this.resolveWithProof.selector, msg.data);
    }

    /// @param response result, expiry (seconds since 1970) and signature, ABI-encoded
    /// @param request the call of `resolve` to which the response belongs
    function resolveWithProof(bytes calldata response, bytes calldata request) external view returns (bytes memory result) {
        uint64 expires;
        bytes memory signature;
        (result, expires, signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert AnswerExpired(expires);
        (address signer, ECDSA.RecoverError wrong,) = ECDSA.tryRecover(makeSignatureHash(address(this), expires, request, result), signature);
        if (wrong != ECDSA.RecoverError.NoError || !isSigner[signer]) revert InvalidSignature();
    }

    /// The hash that a gateway signs (EIP-191, version 0). It is the same as for the resolver that ENS has published.
    function makeSignatureHash(address target, uint64 expires, bytes memory request, bytes memory result) public pure returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1900", target, expires, keccak256(request), keccak256(result)));
    }
}
