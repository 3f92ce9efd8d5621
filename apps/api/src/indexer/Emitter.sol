// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// Says whatever it is told to, as tokens do.
contract Emitter {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);

    function transfer(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }

    function transferMany(address from, address[] calldata to, uint256 value) external {
        for (uint256 i = 0; i < to.length; i++) emit Transfer(from, to[i], value);
    }

    function single(address from, address to, uint256 id, uint256 value) external {
        emit TransferSingle(msg.sender, from, to, id, value);
    }

    function batch(address from, address to, uint256[] calldata ids, uint256[] calldata values) external {
        emit TransferBatch(msg.sender, from, to, ids, values);
    }

    function fail() external pure {
        revert("no");
    }
}
