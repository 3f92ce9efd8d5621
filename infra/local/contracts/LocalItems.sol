// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// ERC-1155 items: any number of kinds, of which the owner makes as many as are asked for.
contract LocalItems is ERC1155("data:application/json,{\"name\":\"Local Item {id}\"}"), Ownable {
    constructor(address owner) Ownable(owner) {}

    function mint(address to, uint256 id, uint256 amount) external onlyOwner {
        _mint(to, id, amount, "");
    }
}
