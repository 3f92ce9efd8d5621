// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// A name's owner and resolver, with the interface of the ENS registry (EIP-137). The deployer owns the root.
contract LocalEnsRegistry {
    struct Record {
        address owner;
        address resolver;
    }

    mapping(bytes32 node => Record) private records;

    error NotOwner();

    modifier onlyOwner(bytes32 node) {
        if (records[node].owner != msg.sender) revert NotOwner();
        _;
    }

    constructor() {
        records[bytes32(0)].owner = msg.sender;
    }

    function owner(bytes32 node) external view returns (address) {
        return records[node].owner;
    }

    function resolver(bytes32 node) external view returns (address) {
        return records[node].resolver;
    }

    function setOwner(bytes32 node, address newOwner) external onlyOwner(node) {
        records[node].owner = newOwner;
    }

    function setSubnodeRecord(bytes32 node, bytes32 label, address newOwner, address newResolver)
        external
        onlyOwner(node)
        returns (bytes32 subnode)
    {
        subnode = keccak256(abi.encode(node, label));
        records[subnode] = Record(newOwner, newResolver);
    }
}
