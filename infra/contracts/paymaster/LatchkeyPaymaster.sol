// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// A user operation as EntryPoint 0.7 packs it (ERC-4337).
struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    /// Gas of verification and of the call, 16 bytes each.
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    /// Priority fee and maximum fee, 16 bytes each.
    bytes32 gasFees;
    /// Paymaster (20 bytes), gas of its verification and of postOp (16 each), the paymaster's own data.
    bytes paymasterAndData;
    bytes signature;
}

interface IEntryPoint {
    function depositTo(address account) external payable;
    function withdrawTo(address payable to, uint256 amount) external;
}

/// Pays the fees of user operations that the sponsoring service has signed, from its deposit at the EntryPoint.
///
/// The service's signature covers everything in the operation that costs or does something, this chain, this contract
/// and a validity. It cannot be replayed: it covers the account's nonce, which the EntryPoint accepts once.
///
/// Owner and signer are part of the code. During validation this contract reads no storage, so bundlers accept it
/// without a stake (ERC-7562); another signer is another contract, and the deposit moves there by `withdraw`.
contract LatchkeyPaymaster {
    /// Holds the deposit. Immutable, like everything that validation reads.
    IEntryPoint public immutable entryPoint;
    /// Withdraws the deposit.
    address public immutable owner;
    /// The address of the sponsoring service's key (PAYMASTER_KEY).
    address public immutable signer;

    /// Offsets of our data in `paymasterAndData`: validUntil (6 bytes), validAfter (6 bytes), signature (65 bytes).
    uint256 private constant DATA = 52;
    uint256 private constant SIGNATURE = 64;
    uint256 private constant END = 129;
    /// The EntryPoint's value for an invalid signature.
    uint256 private constant SIGNATURE_FAILED = 1;

    error NotOwner();
    /// `paymasterAndData` does not have the expected length.
    error NotOurData();

    constructor(IEntryPoint entryPoint_, address owner_, address signer_) {
        entryPoint = entryPoint_;
        owner = owner_;
        signer = signer_;
    }

    /// Adds received ether to the deposit.
    receive() external payable {
        entryPoint.depositTo{value: msg.value}(address(this));
    }

    /// Withdraws `amount` from the deposit.
    function withdraw(address payable to, uint256 amount) external {
        if (msg.sender != owner) revert NotOwner();
        entryPoint.withdrawTo(to, amount);
    }

    /// Called by the EntryPoint: returns whether this contract pays. The context is empty: no work is left after the operation.
    function validatePaymasterUserOp(PackedUserOperation calldata operation, bytes32, uint256)
        external
        view
        returns (bytes memory context, uint256 validationData)
    {
        bytes calldata data = operation.paymasterAndData;
        if (data.length != END) revert NotOurData();
        uint48 validUntil = uint48(bytes6(data[DATA:DATA + 6]));
        uint48 validAfter = uint48(bytes6(data[DATA + 6:SIGNATURE]));
        bytes32 signed = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", digest(operation)));
        address by = ecrecover(
            signed,
            uint8(data[END - 1]),
            bytes32(data[SIGNATURE:SIGNATURE + 32]),
            bytes32(data[SIGNATURE + 32:SIGNATURE + 64])
        );
        uint256 verdict = by == signer && by != address(0) ? 0 : SIGNATURE_FAILED;
        return ("", verdict | (uint256(validUntil) << 160) | (uint256(validAfter) << 208));
    }

    /// The hash that the service signs (EIP-191) for this operation and the times in its `paymasterAndData`.
    function digest(PackedUserOperation calldata operation) public view returns (bytes32) {
        bytes calldata data = operation.paymasterAndData;
        return keccak256(
            bytes.concat(
                abi.encode(
                    operation.sender,
                    operation.nonce,
                    keccak256(operation.initCode),
                    keccak256(operation.callData),
                    operation.accountGasLimits,
                    uint256(bytes32(data[20:DATA])),
                    operation.preVerificationGas,
                    operation.gasFees
                ),
                abi.encode(
                    block.chainid, address(this), uint48(bytes6(data[DATA:DATA + 6])), uint48(bytes6(data[DATA + 6:SIGNATURE]))
                )
            )
        );
    }
}
