// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {LocalFactory} from "./LocalFactory.sol";
import {LocalPair} from "./LocalPair.sol";
import {LocalWeth} from "./LocalWeth.sol";

/// Trades and pays in through pools, behind the interface of the Uniswap V2 router: exact amounts in.
contract LocalRouter {
    using SafeERC20 for IERC20;

    LocalFactory public immutable factory;
    address payable public immutable WETH;

    error Expired();
    error InvalidPath();
    error InsufficientAmount();

    constructor(LocalFactory factory_, address payable weth) {
        factory = factory_;
        WETH = weth;
    }

    modifier before(uint256 deadline) {
        if (block.timestamp > deadline) revert Expired();
        _;
    }

    /// Ether comes only from unwrapping.
    receive() external payable {
        if (msg.sender != WETH) revert InvalidPath();
    }

    /// What each step of a path gives; the first is the amount in.
    function getAmountsOut(uint256 amountIn, address[] calldata path) public view returns (uint256[] memory amounts) {
        if (path.length < 2) revert InvalidPath();
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        for (uint256 i = 1; i < path.length; i++) {
            (uint256 reserveIn, uint256 reserveOut) = _pool(path[i - 1], path[i]);
            uint256 afterFee = amounts[i - 1] * 997;
            amounts[i] = afterFee * reserveOut / (reserveIn * 1000 + afterFee);
        }
    }

    /// What each step of a path needs; the last is the amount out.
    function getAmountsIn(uint256 amountOut, address[] calldata path) external view returns (uint256[] memory amounts) {
        if (path.length < 2) revert InvalidPath();
        amounts = new uint256[](path.length);
        amounts[path.length - 1] = amountOut;
        for (uint256 i = path.length - 1; i > 0; i--) {
            (uint256 reserveIn, uint256 reserveOut) = _pool(path[i - 1], path[i]);
            if (amounts[i] >= reserveOut) revert InsufficientAmount();
            amounts[i - 1] = reserveIn * amounts[i] * 1000 / ((reserveOut - amounts[i]) * 997) + 1;
        }
    }

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256[] memory amounts) {
        amounts = _quote(amountIn, amountOutMin, path);
        _payIn(path[0], path[1], amountIn);
        _swap(amounts, path, to);
    }

    function swapExactETHForTokens(uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        payable
        before(deadline)
        returns (uint256[] memory amounts)
    {
        if (path[0] != WETH) revert InvalidPath();
        amounts = _quote(msg.value, amountOutMin, path);
        LocalWeth(WETH).deposit{value: msg.value}();
        IERC20(WETH).safeTransfer(_pairOf(path[0], path[1]), msg.value);
        _swap(amounts, path, to);
    }

    function swapExactTokensForETH(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256[] memory amounts) {
        if (path[path.length - 1] != WETH) revert InvalidPath();
        amounts = _quote(amountIn, amountOutMin, path);
        _payIn(path[0], path[1], amountIn);
        _swap(amounts, path, address(this));
        uint256 amountOut = amounts[amounts.length - 1];
        LocalWeth(WETH).withdraw(amountOut);
        Address.sendValue(payable(to), amountOut);
    }

    /// Pays both tokens in at the pool's own rate, at most the desired and at least the given amounts; makes the pool when
    /// there is none.
    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 amountADesired,
        uint256 amountBDesired,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity) {
        if (factory.getPair(tokenA, tokenB) == address(0)) factory.createPair(tokenA, tokenB);
        (amountA, amountB) = _atRate(tokenA, tokenB, amountADesired, amountBDesired);
        if (amountA < amountAMin || amountB < amountBMin) revert InsufficientAmount();
        _payIn(tokenA, tokenB, amountA);
        _payIn(tokenB, tokenA, amountB);
        liquidity = LocalPair(_pairOf(tokenA, tokenB)).mint(to);
    }

    /// As much of both as the pool's rate allows; all of it when the pool is empty.
    function _atRate(address tokenA, address tokenB, uint256 amountA, uint256 amountB)
        private
        view
        returns (uint256, uint256)
    {
        (uint256 reserveA, uint256 reserveB) = _reserves(tokenA, tokenB);
        if (reserveA == 0) return (amountA, amountB);
        uint256 amountBAtRate = amountA * reserveB / reserveA;
        if (amountBAtRate <= amountB) return (amountA, amountBAtRate);
        return (amountB * reserveA / reserveB, amountB);
    }

    function _payIn(address token, address other, uint256 amount) private {
        IERC20(token).safeTransferFrom(msg.sender, _pairOf(token, other), amount);
    }

    function _quote(uint256 amountIn, uint256 amountOutMin, address[] calldata path)
        private
        view
        returns (uint256[] memory amounts)
    {
        amounts = getAmountsOut(amountIn, path);
        if (amounts[amounts.length - 1] < amountOutMin) revert InsufficientAmount();
    }

    /// The first pool has been paid; each hands on to the next, the last to the receiver.
    function _swap(uint256[] memory amounts, address[] calldata path, address to) private {
        for (uint256 i = 1; i < path.length; i++) {
            bool isFirst = path[i] < path[i - 1];
            address receiver = i + 1 < path.length ? _pairOf(path[i], path[i + 1]) : to;
            LocalPair(_pairOf(path[i - 1], path[i])).swap(
                isFirst ? amounts[i] : 0, isFirst ? 0 : amounts[i], receiver, ""
            );
        }
    }

    /// The reserves of a pool that can trade.
    function _pool(address tokenIn, address tokenOut) private view returns (uint256 reserveIn, uint256 reserveOut) {
        (reserveIn, reserveOut) = _reserves(tokenIn, tokenOut);
        if (reserveIn == 0 || reserveOut == 0) revert InsufficientAmount();
    }

    function _reserves(address tokenA, address tokenB) private view returns (uint256 reserveA, uint256 reserveB) {
        (reserveA, reserveB,) = LocalPair(_pairOf(tokenA, tokenB)).getReserves();
        if (tokenA > tokenB) (reserveA, reserveB) = (reserveB, reserveA);
    }

    function _pairOf(address tokenA, address tokenB) private view returns (address pair) {
        pair = factory.getPair(tokenA, tokenB);
        if (pair == address(0)) revert InvalidPath();
    }
}
