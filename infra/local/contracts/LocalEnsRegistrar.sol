// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {LocalEnsRegistry} from "./LocalEnsRegistry.sol";
import {LocalEnsResolver} from "./LocalEnsResolver.sol";

/// Registers names under .eth for any caller, forward and reverse. It owns eth and addr.reverse.
contract LocalEnsRegistrar {
    bytes32 private constant eth = 0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae;
    bytes32 private constant addrReverse = 0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2;

    LocalEnsRegistry private immutable registry;
    LocalEnsResolver private immutable resolver;

    error NameTaken();

    constructor(LocalEnsRegistry registry_, LocalEnsResolver resolver_) {
        registry = registry_;
        resolver = resolver_;
    }

    /// Label `ada` becomes ada.eth: it leads to the holder, who owns it and is called so.
    function claim(string calldata label, address holder) external {
        bytes32 labelHash = keccak256(bytes(label));
        address owner = registry.owner(keccak256(abi.encode(eth, labelHash)));
        if (owner != address(0) && owner != holder) revert NameTaken();
        bytes32 node = registry.setSubnodeRecord(eth, labelHash, address(this), address(resolver));
        resolver.setAddr(node, 60, abi.encodePacked(holder));
        registry.setOwner(node, holder);

        bytes32 hexHash = keccak256(bytes(lowerHex(holder)));
        bytes32 back = registry.setSubnodeRecord(addrReverse, hexHash, address(this), address(resolver));
        resolver.setName(back, string.concat(label, ".eth"));
        registry.setOwner(back, holder);
    }

    function lowerHex(address account) private pure returns (string memory) {
        bytes16 digits = "0123456789abcdef";
        bytes memory text = new bytes(40);
        for (uint256 index = 0; index < 20; index++) {
            uint8 each = uint8(bytes20(account)[index]);
            text[2 * index] = digits[each >> 4];
            text[2 * index + 1] = digits[each & 15];
        }
        return string(text);
    }
}
