// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// Which address holds which Farcaster account, asked as the registry on OP Mainnet is. Here an address without an account takes
/// any number that is free.
contract LocalIdRegistry {
    mapping(address holder => uint256 fid) public idOf;
    mapping(uint256 fid => address holder) public custodyOf;

    error HasId();
    error NotFree();

    function register(uint256 fid) external {
        if (idOf[msg.sender] != 0) revert HasId();
        if (fid == 0 || custodyOf[fid] != address(0)) revert NotFree();
        idOf[msg.sender] = fid;
        custodyOf[fid] = msg.sender;
    }
}
