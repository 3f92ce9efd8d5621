// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

interface IIdRegistry {
    function idOf(address holder) external view returns (uint256 fid);
}

/// The keys of Farcaster accounts, with the interface of the registry on OP Mainnet. An account's owner adds its keys and removes them;
/// a removed one never comes back.
contract LocalKeyRegistry {
    enum KeyState {
        NULL,
        ADDED,
        REMOVED
    }

    struct KeyData {
        KeyState state;
        uint32 keyType;
    }

    /// Where it is on OP Mainnet, and here.
    IIdRegistry private constant ID_REGISTRY = IIdRegistry(0x00000000Fc6c5F01Fc30151999387Bb99A9f489b);

    mapping(uint256 fid => mapping(bytes key => KeyData)) private _keys;

    error InvalidState();
    error NoAccount();

    /// Keys of type 1 sign messages (Ed25519), those of type 2 sign in: an address, padded to a word.
    function add(uint32 keyType, bytes calldata key) external {
        KeyData storage data = _ownKey(key);
        if (data.state != KeyState.NULL) revert InvalidState();
        data.state = KeyState.ADDED;
        data.keyType = keyType;
    }

    function remove(bytes calldata key) external {
        KeyData storage data = _ownKey(key);
        if (data.state != KeyState.ADDED) revert InvalidState();
        data.state = KeyState.REMOVED;
    }

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return _keys[fid][key];
    }

    function _ownKey(bytes calldata key) private view returns (KeyData storage) {
        uint256 fid = ID_REGISTRY.idOf(msg.sender);
        if (fid == 0) revert NoAccount();
        return _keys[fid][key];
    }
}
