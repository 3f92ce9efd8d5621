// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// An ERC-721 collection of numbered keys, whose pictures need no server.
contract LocalNft is ERC721("Local Keys", "KEY"), Ownable {
    uint256 public totalSupply;

    constructor(address owner) Ownable(owner) {}

    /// Numbers count from 1.
    function mint(address to) external onlyOwner returns (uint256 id) {
        id = ++totalSupply;
        _safeMint(to, id);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        string memory number = Strings.toString(id);
        string memory image = Base64.encode(
            bytes(
                string.concat(
                    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="hsl(',
                    Strings.toString((id * 47) % 360),
                    ' 60% 45%)"/><text x="50" y="58" font-size="24" text-anchor="middle" fill="white">#',
                    number,
                    "</text></svg>"
                )
            )
        );
        string memory json = Base64.encode(
            bytes(string.concat('{"name":"Local Key #', number, '","image":"data:image/svg+xml;base64,', image, '"}'))
        );
        return string.concat("data:application/json;base64,", json);
    }
}
