// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A user operation of EntryPoint 0.7. ERC-4337
struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

/// The functions of EntryPoint 0.7 for what a paymaster deposits there.
interface Deposits {
    function depositTo(address account) external payable;
    function withdrawTo(address payable to, uint256 amount) external;
    function balanceOf(address account) external view returns (uint256);
    function addStake(uint32 unstakeDelay) external payable;
    function unlockStake() external;
    function withdrawStake(address payable to) external;
}

/// Pays for user operations that its signer has signed. The signature is over all fields of the
/// operation except for the account's own signature, over the paymaster's gas limits and times,
/// the chain, this contract and EntryPoint. So it pays for one operation at most: the account's
/// nonce is in it, and EntryPoint takes each nonce once.
///
/// The validation reads no storage and no time, so that every bundler accepts this paymaster
/// without a stake (ERC-7562). A new signer needs a new paymaster.
contract SponsorPaymaster {
    Deposits public immutable entryPoint;
    address public immutable signer;

    /// May withdraw the deposit and the stake.
    address public owner;
    /// Becomes the owner once it accepts.
    address public nextOwner;

    event OwnerChanged(address indexed owner);

    bytes32 private constant domainType =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant nameHash = keccak256("LatchkeySponsor");
    bytes32 private constant versionHash = keccak256("1");
    bytes32 private constant sponsorshipType = keccak256(
        "Sponsorship(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,bytes32 paymasterGasLimits,uint256 preVerificationGas,bytes32 gasFees,address entryPoint,uint48 validUntil,uint48 validAfter)"
    );

    /// Half the order of secp256k1. EIP-2
    uint256 private constant halfOrder =
        0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// The length of `paymasterAndData`: this address, two gas limits of 16 bytes, two times of six
    /// bytes, a signature of 65 bytes. Nothing may follow.
    uint256 private constant dataLength = 20 + 16 + 16 + 6 + 6 + 65;

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    constructor(Deposits entryPoint_, address signer_, address owner_) {
        require(address(entryPoint_) != address(0) && signer_ != address(0) && owner_ != address(0), "zero address");
        entryPoint = entryPoint_;
        signer = signer_;
        owner = owner_;
        emit OwnerChanged(owner_);
    }

    /// Called by EntryPoint. Answers no context, so that EntryPoint calls no `postOp`, and whether
    /// the signature is valid together with the times between which it counts. ERC-4337
    function validatePaymasterUserOp(PackedUserOperation calldata operation, bytes32, uint256)
        external
        view
        returns (bytes memory context, uint256 validationData)
    {
        require(msg.sender == address(entryPoint), "not EntryPoint");
        bytes calldata data = operation.paymasterAndData;
        require(data.length == dataLength, "wrong length");
        uint48 validUntil = uint48(bytes6(data[52:58]));
        uint48 validAfter = uint48(bytes6(data[58:64]));
        bytes32 digest = sponsorshipHash(operation, validUntil, validAfter);
        uint256 failed = isSigned(digest, data[64:129]) ? 0 : 1;
        return ("", failed | (uint256(validUntil) << 160) | (uint256(validAfter) << 208));
    }

    /// The hash that the signer signs.
    function sponsorshipHash(PackedUserOperation calldata operation, uint48 validUntil, uint48 validAfter)
        public
        view
        returns (bytes32)
    {
        bytes32 domain =
            keccak256(abi.encode(domainType, nameHash, versionHash, block.chainid, address(this)));
        bytes32 sponsorship = keccak256(
            bytes.concat(
                abi.encode(
                    sponsorshipType,
                    operation.sender,
                    operation.nonce,
                    keccak256(operation.initCode),
                    keccak256(operation.callData),
                    operation.accountGasLimits,
                    bytes32(operation.paymasterAndData[20:52])
                ),
                abi.encode(
                    operation.preVerificationGas, operation.gasFees, entryPoint, validUntil, validAfter
                )
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, sponsorship));
    }

    function isSigned(bytes32 digest, bytes calldata signature) private view returns (bool) {
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        if (uint256(s) > halfOrder) return false;
        // for no signature is the answer zero, which is not the signer
        return ecrecover(digest, uint8(signature[64]), r, s) == signer;
    }

    /// Anyone may deposit.
    function deposit() external payable {
        entryPoint.depositTo{value: msg.value}(address(this));
    }

    function deposited() external view returns (uint256) {
        return entryPoint.balanceOf(address(this));
    }

    function withdraw(address payable to, uint256 amount) external onlyOwner {
        entryPoint.withdrawTo(to, amount);
    }

    function addStake(uint32 unstakeDelay) external payable onlyOwner {
        entryPoint.addStake{value: msg.value}(unstakeDelay);
    }

    function unlockStake() external onlyOwner {
        entryPoint.unlockStake();
    }

    function withdrawStake(address payable to) external onlyOwner {
        entryPoint.withdrawStake(to);
    }

    function offerOwnership(address to) external onlyOwner {
        nextOwner = to;
    }

    function acceptOwnership() external {
        require(msg.sender == nextOwner, "not the next owner");
        owner = msg.sender;
        nextOwner = address(0);
        emit OwnerChanged(msg.sender);
    }
}
