// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// Resolves every name below the one that has this resolver (ENSIP-10) through the api's gateway (ERC-3668). Accepts an answer that one of
/// the signers signed for this contract, this question and an expiry.
contract LatchkeyNameResolver {
    address public immutable owner;
    /// Two during a rotation: the old signer stays until every api process signs with the new key.
    mapping(address => bool) public isSigner;
    string public url;

    /// The longest validity of an answer. A later expiry is rejected.
    uint64 private constant maxLife = 1 hours;
    /// Half of the group's order. A higher `s` is rejected, so that a signature has one form (EIP-2).
    uint256 private constant halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error Expired();
    error NotSigned();
    error NotOwner();

    event SignerSet(address indexed signer, bool isSigner);
    event UrlSet(string url);

    constructor(address owner_, address signer, string memory url_) {
        owner = owner_;
        isSigner[signer] = true;
        url = url_;
        emit SignerSet(signer, true);
        emit UrlSet(url_);
    }

    function setSigner(address signer, bool isSigner_) external {
        if (msg.sender != owner) revert NotOwner();
        isSigner[signer] = isSigner_;
        emit SignerSet(signer, isSigner_);
    }

    /// `url_`: `https://api.example/names/{sender}/{data}.json`.
    function setUrl(string calldata url_) external {
        if (msg.sender != owner) revert NotOwner();
        url = url_;
        emit UrlSet(url_);
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        string[] memory urls = new string[](1);
        urls[0] = url;
        bytes memory callData = abi.encodeCall(this.resolve, (name, data));
        revert OffchainLookup(address(this), urls, callData, this.resolveWithProof.selector, callData);
    }

    /// `response`: the answer, its expiry (seconds since the epoch), and the signature.
    function resolveWithProof(bytes calldata response, bytes calldata extraData) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp || expires > block.timestamp + maxLife) revert Expired();
        address signer = recover(digest(expires, extraData, result), signature);
        if (signer == address(0) || !isSigner[signer]) revert NotSigned();
        return result;
    }

    /// The hash that the signer signs: ERC-191, version 0, for this contract on this chain.
    function digest(uint64 expires, bytes memory question, bytes memory result) public view returns (bytes32) {
        return keccak256(
            abi.encodePacked(hex"1900", address(this), block.chainid, expires, keccak256(question), keccak256(result))
        );
    }

    /// ERC-165: itself and ENSIP-10.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x9061b923;
    }

    function recover(bytes32 hash, bytes memory signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        if (uint256(s) > halfOrder) return address(0);
        return ecrecover(hash, v, r, s);
    }
}
