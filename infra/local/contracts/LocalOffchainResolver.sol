// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// Every name under the one that has this resolver (ENSIP-10), as a gateway outside the chain knows it (ERC-3668) and has signed.
contract LocalOffchainResolver {
    /// Slot 0, which the local stack writes: where its gateway listens on this machine.
    uint256 public port;
    address private immutable signer;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error Expired();
    error NotSigned();

    constructor(address signer_) {
        signer = signer_;
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        string[] memory urls = new string[](1);
        urls[0] = string.concat("http://localhost:", Strings.toString(port), "/names/{sender}/{data}.json");
        bytes memory callData = abi.encodeCall(this.resolve, (name, data));
        revert OffchainLookup(address(this), urls, callData, this.resolveWithProof.selector, callData);
    }

    /// `response`: the answer, until when it holds (seconds since the epoch), and the signature of both with what was asked (ERC-191).
    function resolveWithProof(bytes calldata response, bytes calldata extraData) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert Expired();
        bytes32 signed = keccak256(
            abi.encodePacked(hex"1900", address(this), expires, keccak256(extraData), keccak256(result))
        );
        if (ECDSA.recover(signed, signature) != signer) revert NotSigned();
        return result;
    }

    /// ERC-165: itself and ENSIP-10.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x9061b923;
    }
}
