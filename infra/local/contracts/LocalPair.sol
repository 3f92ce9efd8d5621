// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

/// The callback of a caller that takes tokens before paying for them.
interface IPairCallee {
    function uniswapV2Call(address sender, uint256 amount0, uint256 amount1, bytes calldata data) external;
}

/// A pool of two tokens that trades along x * y = k with a fee of 0.3 %, behind the interface of a Uniswap V2 pair.
///
/// Amounts go in by transfer before the call; the pool takes what it holds beyond its reserves as paid. Written for this
/// local chain: no price accumulators, no protocol fee.
contract LocalPair is ERC20("Local Pool Share", "LPS"), ReentrancyGuard {
    using SafeERC20 for IERC20;
    using SafeCast for uint256;

    /// Shares that the first provider leaves in the pool, so that a share can never be made too dear to buy.
    uint256 public constant MINIMUM_LIQUIDITY = 1000;
    address private constant _BURNT = address(0xdead);

    address public immutable factory;
    /// The token with the lower address.
    address public immutable token0;
    address public immutable token1;

    uint112 private _reserve0;
    uint112 private _reserve1;
    uint32 private _lastTimestamp;

    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    error InsufficientLiquidity();
    error InsufficientInput();
    error InsufficientOutput();
    error InvalidReceiver();
    /// The pool would be worth less after the trade than before.
    error InvariantBroken();

    constructor(address token0_, address token1_) {
        factory = msg.sender;
        token0 = token0_;
        token1 = token1_;
    }

    function getReserves() public view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast) {
        return (_reserve0, _reserve1, _lastTimestamp);
    }

    /// Shares for what was paid in beyond the reserves.
    function mint(address to) external nonReentrant returns (uint256 liquidity) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0 = balance0 - _reserve0;
        uint256 amount1 = balance1 - _reserve1;
        uint256 supply = totalSupply();
        if (supply == 0) {
            uint256 root = Math.sqrt(amount0 * amount1);
            if (root <= MINIMUM_LIQUIDITY) revert InsufficientLiquidity();
            liquidity = root - MINIMUM_LIQUIDITY;
            _mint(_BURNT, MINIMUM_LIQUIDITY);
        } else {
            liquidity = Math.min(amount0 * supply / _reserve0, amount1 * supply / _reserve1);
        }
        if (liquidity == 0) revert InsufficientLiquidity();
        _mint(to, liquidity);
        _sync(balance0, balance1);
        emit Mint(msg.sender, amount0, amount1);
    }

    /// The tokens behind the shares that were sent to the pool.
    function burn(address to) external nonReentrant returns (uint256 amount0, uint256 amount1) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 liquidity = balanceOf(address(this));
        uint256 supply = totalSupply();
        amount0 = liquidity * balance0 / supply;
        amount1 = liquidity * balance1 / supply;
        if (amount0 == 0 || amount1 == 0) revert InsufficientLiquidity();
        _burn(address(this), liquidity);
        IERC20(token0).safeTransfer(to, amount0);
        IERC20(token1).safeTransfer(to, amount1);
        (balance0, balance1) = _balances();
        _sync(balance0, balance1);
        emit Burn(msg.sender, amount0, amount1, to);
    }

    /// Hands out tokens, calls `to` if there are data, and demands that the pool is then worth no less.
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external nonReentrant {
        if (amount0Out == 0 && amount1Out == 0) revert InsufficientOutput();
        if (amount0Out >= _reserve0 || amount1Out >= _reserve1) revert InsufficientLiquidity();
        if (to == token0 || to == token1) revert InvalidReceiver();
        if (amount0Out > 0) IERC20(token0).safeTransfer(to, amount0Out);
        if (amount1Out > 0) IERC20(token1).safeTransfer(to, amount1Out);
        if (data.length > 0) IPairCallee(to).uniswapV2Call(msg.sender, amount0Out, amount1Out, data);
        (uint256 amount0In, uint256 amount1In) = _settle(amount0Out, amount1Out);
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }

    /// What was paid for the amounts that went out, if it is enough.
    function _settle(uint256 amount0Out, uint256 amount1Out) private returns (uint256 amount0In, uint256 amount1In) {
        (uint256 reserve0, uint256 reserve1) = (_reserve0, _reserve1);
        (uint256 balance0, uint256 balance1) = _balances();
        amount0In = Math.saturatingSub(balance0, reserve0 - amount0Out);
        amount1In = Math.saturatingSub(balance1, reserve1 - amount1Out);
        if (amount0In == 0 && amount1In == 0) revert InsufficientInput();
        // The fee is taken on the way in: 3 of 1000.
        uint256 worth = (balance0 * 1000 - amount0In * 3) * (balance1 * 1000 - amount1In * 3);
        if (worth < reserve0 * reserve1 * 1_000_000) revert InvariantBroken();
        _sync(balance0, balance1);
    }

    function _balances() private view returns (uint256 balance0, uint256 balance1) {
        return (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
    }

    function _sync(uint256 balance0, uint256 balance1) private {
        _reserve0 = balance0.toUint112();
        _reserve1 = balance1.toUint112();
        _lastTimestamp = uint32(block.timestamp);
        emit Sync(_reserve0, _reserve1);
    }
}
