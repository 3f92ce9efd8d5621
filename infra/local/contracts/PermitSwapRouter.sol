// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// The two functions of a Uniswap V2 router that take a token.
interface IV2Router {
    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts);

    function swapExactTokensForETH(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts);
}

/// Swaps a token at a Uniswap V2 router in one transaction, with a signature (EIP-2612) in place of an approval. For any chain
/// that has such a router; our local chains have it too.
///
/// It takes tokens only from its caller, exactly `amountIn`, and passes them on in the same call. It has no owner, and holds
/// nothing between calls. `deadline` is that of the signature and of the swap.
contract PermitSwapRouter {
    using SafeERC20 for IERC20;

    IV2Router public immutable router;

    constructor(IV2Router router_) {
        router = router_;
    }

    function swapExactTokensForTokensWithPermit(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256[] memory amounts) {
        _take(path[0], amountIn, deadline, v, r, s);
        return router.swapExactTokensForTokens(amountIn, amountOutMin, path, to, deadline);
    }

    function swapExactTokensForETHWithPermit(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256[] memory amounts) {
        _take(path[0], amountIn, deadline, v, r, s);
        return router.swapExactTokensForETH(amountIn, amountOutMin, path, to, deadline);
    }

    /// The signature may have been used by someone who saw it on its way: the allowance is there all the same. Without one,
    /// the transfer reverts.
    function _take(address token, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) private {
        try IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        IERC20(token).forceApprove(address(router), amount);
    }
}
