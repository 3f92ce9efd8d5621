// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// What we read of Farcaster's IdRegistry.
contract IdRegistry {
    mapping(address => uint256) public idOf;

    function set(address holder, uint256 fid) external {
        idOf[holder] = fid;
    }
}

/// What we read of Farcaster's KeyRegistry.
contract KeyRegistry {
    struct KeyData {
        uint8 state;
        uint32 keyType;
    }

    mapping(uint256 => mapping(bytes => KeyData)) private keys;

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return keys[fid][key];
    }

    function set(uint256 fid, bytes calldata key, uint8 state, uint32 keyType) external {
        keys[fid][key] = KeyData(state, keyType);
    }
}

/// A wallet that is a contract: its owner signs for it (ERC-1271).
contract ContractWallet {
    address private immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(signature.length == 65, "signature");
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        return signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
