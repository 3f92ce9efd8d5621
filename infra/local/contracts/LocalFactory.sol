// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {LocalPair} from "./LocalPair.sol";

/// Makes and finds the pool of two tokens, behind the interface of the Uniswap V2 factory.
contract LocalFactory {
    /// The pool of two tokens in either order; zero when there is none.
    mapping(address => mapping(address => address)) public getPair;
    address[] public allPairs;

    event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count);

    error InvalidTokens();
    error PairExists();

    function allPairsLength() external view returns (uint256) {
        return allPairs.length;
    }

    function createPair(address tokenA, address tokenB) external returns (address pair) {
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        if (token0 == address(0) || token0 == token1) revert InvalidTokens();
        if (getPair[token0][token1] != address(0)) revert PairExists();
        pair = address(new LocalPair(token0, token1));
        getPair[token0][token1] = pair;
        getPair[token1][token0] = pair;
        allPairs.push(pair);
        emit PairCreated(token0, token1, pair, allPairs.length);
    }
}
