// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Takes tokens for another chain, behind the interface of LI.FI's diamond for the bridge Across: a relayer reads the event and pays there, or
/// pays back. It makes no swaps: what is taken beyond `minAmount` is its fee.
contract LocalDiamond {
    using SafeERC20 for IERC20;

    struct BridgeData {
        bytes32 transactionId;
        string bridge;
        string integrator;
        address referrer;
        address sendingAssetId;
        address receiver;
        uint256 minAmount;
        uint256 destinationChainId;
        bool hasSourceSwaps;
        bool hasDestinationCall;
    }

    struct SwapData {
        address callTo;
        address approveTo;
        address sendingAssetId;
        address receivingAssetId;
        uint256 fromAmount;
        bytes callData;
        bool requiresDeposit;
    }

    struct AcrossV4Data {
        bytes32 receiverAddress;
        bytes32 refundAddress;
        bytes32 sendingAssetId;
        bytes32 receivingAssetId;
        uint256 outputAmount;
        uint128 outputAmountMultiplier;
        bytes32 exclusiveRelayer;
        uint32 quoteTimestamp;
        uint32 fillDeadline;
        uint32 exclusivityParameter;
        bytes message;
    }

    event Deposited(
        uint256 destinationChainId,
        bytes32 receiver,
        bytes32 token,
        uint256 amount,
        bytes32 refundAddress,
        address inputToken,
        uint256 inputAmount
    );

    error InvalidAmount();
    error InvalidReceiver();
    error Expired();

    function startBridgeTokensViaAcrossV4(BridgeData calldata bridgeData, AcrossV4Data calldata acrossData)
        external
        payable
    {
        _take(bridgeData.sendingAssetId, bridgeData.minAmount);
        _deposit(bridgeData, acrossData, acrossData.outputAmount);
    }

    function swapAndStartBridgeTokensViaAcrossV4(
        BridgeData calldata bridgeData,
        SwapData[] calldata swapData,
        AcrossV4Data calldata acrossData
    ) external payable {
        for (uint256 i = 0; i < swapData.length; i++) {
            if (swapData[i].requiresDeposit) _take(swapData[i].sendingAssetId, swapData[i].fromAmount);
        }
        _deposit(bridgeData, acrossData, (bridgeData.minAmount * acrossData.outputAmountMultiplier) / 1e18);
    }

    function _take(address token, uint256 amount) private {
        if (token == address(0)) {
            if (msg.value != amount) revert InvalidAmount();
        } else {
            IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        }
    }

    function _deposit(BridgeData calldata bridgeData, AcrossV4Data calldata acrossData, uint256 amount) private {
        if (bytes32(uint256(uint160(bridgeData.receiver))) != acrossData.receiverAddress) revert InvalidReceiver();
        if (acrossData.fillDeadline < block.timestamp) revert Expired();
        emit Deposited(
            bridgeData.destinationChainId,
            acrossData.receiverAddress,
            acrossData.receivingAssetId,
            amount,
            acrossData.refundAddress,
            bridgeData.sendingAssetId,
            bridgeData.minAmount
        );
    }
}
