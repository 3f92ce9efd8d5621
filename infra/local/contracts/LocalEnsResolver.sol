// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {LocalEnsRegistry} from "./LocalEnsRegistry.sol";

/// Records of names that are kept on the chain: addresses by coin type (ENSIP-9, ENSIP-11), texts (ENSIP-5), and the names of
/// addresses (EIP-181). Owners of names write them.
contract LocalEnsResolver {
    uint256 private constant ether_ = 60;

    LocalEnsRegistry private immutable registry;
    mapping(bytes32 node => mapping(uint256 coinType => bytes)) private addresses;
    mapping(bytes32 node => mapping(string key => string)) private texts;
    mapping(bytes32 node => string) public name;

    error NotOwner();

    modifier onlyOwner(bytes32 node) {
        if (registry.owner(node) != msg.sender) revert NotOwner();
        _;
    }

    constructor(LocalEnsRegistry registry_) {
        registry = registry_;
    }

    function addr(bytes32 node) external view returns (address payable) {
        return payable(address(bytes20(addresses[node][ether_])));
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return addresses[node][coinType];
    }

    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return texts[node][key];
    }

    function setAddr(bytes32 node, uint256 coinType, bytes calldata value) external onlyOwner(node) {
        addresses[node][coinType] = value;
    }

    function setText(bytes32 node, string calldata key, string calldata value) external onlyOwner(node) {
        texts[node][key] = value;
    }

    function setName(bytes32 node, string calldata value) external onlyOwner(node) {
        name[node] = value;
    }

    /// ERC-165: itself, addr, addr by coin type, text, name.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x3b3b57de || id == 0xf1cb7e06 || id == 0x59d1d43c || id == 0x691f3431;
    }
}
