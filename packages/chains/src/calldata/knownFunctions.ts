/**
 * Functions that many contracts share, by selector: signature with input names, and purpose. A test computes every selector from its
 * signature. A call is only decoded with these if its arguments match exactly.
 */
export const knownFunctions = {
  // ERC-20, its extensions, and ERC-721 where they share a name.
  '0xa9059cbb': ['transfer(address to, uint256 amount)', 'sendTokens'],
  '0x23b872dd': ['transferFrom(address from, address to, uint256 amount)', 'moveTokens'],
  '0x095ea7b3': ['approve(address spender, uint256 amount)', 'allowSpending'],
  '0x39509351': ['increaseAllowance(address spender, uint256 amount)', 'allowMoreSpending'],
  '0xa457c2d7': ['decreaseAllowance(address spender, uint256 amount)', 'allowLessSpending'],
  '0x4000aea0': ['transferAndCall(address to, uint256 amount, bytes data)', 'sendTokensToContract'],
  '0xd505accf': [
    'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    'allowSpendingBySignature',
  ],
  '0x8fcbaf0c': [
    'permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
    'allowSpendingBySignature',
  ],
  '0x40c10f19': ['mint(address to, uint256 amount)', 'mintTokens'],
  '0x42966c68': ['burn(uint256 amount)', 'destroyTokens'],
  '0x5c19a95c': ['delegate(address delegatee)', 'delegateVotes'],
  // ERC-721 and ERC-1155.
  '0x42842e0e': ['safeTransferFrom(address from, address to, uint256 id)', 'sendItem'],
  '0xb88d4fde': ['safeTransferFrom(address from, address to, uint256 id, bytes data)', 'sendItem'],
  '0xf242432a': ['safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)', 'sendItems'],
  '0x2eb2c2d6': [
    'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
    'sendItems',
  ],
  '0xa22cb465': ['setApprovalForAll(address operator, bool approved)', 'allowMovingWholeCollection'],
  // Permit2.
  '0x87517c45': [
    'approve(address token, address spender, uint160 amount, uint48 expiration)',
    'allowSpendingThroughPermit2',
  ],
  '0x2b67b570': [
    'permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)',
    'allowSpendingThroughPermit2',
  ],
  '0x2a2d80d1': [
    'permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
    'allowSpendingThroughPermit2',
  ],
  '0x36c78516': ['transferFrom(address from, address to, uint160 amount, address token)', 'moveTokensThroughPermit2'],
  '0x0d58b1db': [
    'transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)',
    'moveTokensThroughPermit2',
  ],
  '0x30f28b7a': [
    'permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes signature)',
    'moveTokensBySignature',
  ],
  '0xedd9444b': [
    'permitTransferFrom(((address token, uint256 amount)[] permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount)[] transferDetails, address owner, bytes signature)',
    'moveTokensBySignature',
  ],
  '0x137c29fe': [
    'permitWitnessTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
    'moveTokensBySignature',
  ],
  '0xfe8ec1a7': [
    'permitWitnessTransferFrom(((address token, uint256 amount)[] permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount)[] transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
    'moveTokensBySignature',
  ],
  '0xcc53287f': ['lockdown((address token, address spender)[] approvals)', 'takeBackAllowances'],
  // Several calls in one.
  '0xac9650d8': ['multicall(bytes[] data)', 'makeSeveralCalls'],
  '0x5ae401dc': ['multicall(uint256 deadline, bytes[] data)', 'makeSeveralCalls'],
  '0x1f0464d1': ['multicall(bytes32 previousBlockhash, bytes[] data)', 'makeSeveralCalls'],
  '0x252dba42': ['aggregate((address target, bytes callData)[] calls)', 'makeSeveralCalls'],
  '0xbce38bd7': ['tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)', 'makeSeveralCalls'],
  '0xc3077fa9': ['blockAndAggregate((address target, bytes callData)[] calls)', 'makeSeveralCalls'],
  '0x399542e9': [
    'tryBlockAndAggregate(bool requireSuccess, (address target, bytes callData)[] calls)',
    'makeSeveralCalls',
  ],
  '0x82ad56cb': ['aggregate3((address target, bool allowFailure, bytes callData)[] calls)', 'makeSeveralCalls'],
  '0x174dea71': [
    'aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
    'makeSeveralCalls',
  ],
  '0x8d80ff0a': ['multiSend(bytes transactions)', 'makeSeveralCalls'],
  '0xb61d27f6': ['execute(address target, uint256 value, bytes data)', 'makeCallThroughAccount'],
  '0x18dfb3c7': ['executeBatch(address[] targets, bytes[] datas)', 'makeSeveralCallsThroughAccount'],
  '0x47e1da2a': ['executeBatch(address[] targets, uint256[] values, bytes[] datas)', 'makeSeveralCallsThroughAccount'],
  '0x34fcd5be': ['executeBatch((address target, uint256 value, bytes data)[] calls)', 'makeSeveralCallsThroughAccount'],
  '0x6a761202': [
    'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
    'carryOutSafeTransaction',
  ],
  // Wrapped coins, and other contracts that take deposits.
  '0xd0e30db0': ['deposit()', 'depositCoins'],
  '0x2e1a7d4d': ['withdraw(uint256 amount)', 'withdraw'],
  // Uniswap V2 and its forks.
  '0x38ed1739': [
    'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'swapTokens',
  ],
  '0x8803dbee': [
    'swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
    'swapTokens',
  ],
  '0x7ff36ab5': [
    'swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'swapCoinsForTokens',
  ],
  '0x4a25d94a': [
    'swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
    'swapTokensForCoins',
  ],
  '0x18cbafe5': [
    'swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'swapTokensForCoins',
  ],
  '0xfb3bdb41': [
    'swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)',
    'swapCoinsForTokens',
  ],
  '0x5c11d795': [
    'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'swapTokens',
  ],
  '0xb6f9de95': [
    'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'swapCoinsForTokens',
  ],
  '0x791ac947': [
    'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'swapTokensForCoins',
  ],
  // Latchkey's PermitSwapRouter.
  '0x5ebe30c7': [
    'swapExactTokensForTokensWithPermit(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    'swapTokens',
  ],
  '0xc6ad680c': [
    'swapExactTokensForETHWithPermit(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    'swapTokensForCoins',
  ],
  '0xe8e33700': [
    'addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
    'addLiquidity',
  ],
  '0xf305d719': [
    'addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
    'addLiquidity',
  ],
  '0xbaa2abde': [
    'removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
    'removeLiquidity',
  ],
  '0x02751cec': [
    'removeLiquidityETH(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
    'removeLiquidity',
  ],
  // Uniswap V3 and the universal router.
  '0x414bf389': [
    'exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    'swapTokens',
  ],
  '0x04e45aaf': [
    'exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    'swapTokens',
  ],
  '0xc04b8d59': [
    'exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
    'swapTokens',
  ],
  '0xb858183f': [
    'exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
    'swapTokens',
  ],
  '0xdb3e2198': [
    'exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
    'swapTokens',
  ],
  '0x5023b4df': [
    'exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
    'swapTokens',
  ],
  // KyberSwap's MetaAggregationRouterV2.
  '0xe21fd0e9': [
    'swap((address callTarget, address approveTarget, bytes targetData, (address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, bytes clientData) execution)',
    'swapTokens',
  ],
  // LI.FI's diamond, over the bridge Across.
  '0xa1f1ce43': [
    'startBridgeTokensViaAcrossV4((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (bytes32 receiverAddress, bytes32 refundAddress, bytes32 sendingAssetId, bytes32 receivingAssetId, uint256 outputAmount, uint128 outputAmountMultiplier, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) acrossData)',
    'bridgeTokens',
  ],
  '0x1794958f': [
    'swapAndStartBridgeTokensViaAcrossV4((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes32 receiverAddress, bytes32 refundAddress, bytes32 sendingAssetId, bytes32 receivingAssetId, uint256 outputAmount, uint128 outputAmountMultiplier, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) acrossData)',
    'bridgeTokens',
  ],
  '0x49404b7c': ['unwrapWETH9(uint256 amountMinimum, address recipient)', 'unwrapCoins'],
  '0xdf2ab5bb': ['sweepToken(address token, uint256 amountMinimum, address recipient)', 'collectTokens'],
  '0x12210e8a': ['refundETH()', 'getCoinsBack'],
  '0x3593564c': ['execute(bytes commands, bytes[] inputs, uint256 deadline)', 'swapOrTrade'],
  '0x24856bc3': ['execute(bytes commands, bytes[] inputs)', 'swapOrTrade'],
  // Lending, staking and vaults.
  '0x617ba037': [
    'supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
    'supplyToLendingPool',
  ],
  '0x69328dec': ['withdraw(address asset, uint256 amount, address to)', 'withdrawFromLendingPool'],
  '0xa415bcad': [
    'borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)',
    'borrow',
  ],
  '0x573ade81': ['repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)', 'repayLoan'],
  '0xa1903eab': ['submit(address referral)', 'stakeCoins'],
  '0x6e553f65': ['deposit(uint256 assets, address receiver)', 'depositIntoVault'],
  '0x94bf804d': ['mint(uint256 shares, address receiver)', 'depositIntoVault'],
  '0xb460af94': ['withdraw(uint256 assets, address receiver, address owner)', 'withdrawFromVault'],
  '0xba087652': ['redeem(uint256 shares, address receiver, address owner)', 'withdrawFromVault'],
  // Control over contracts.
  '0xf2fde38b': ['transferOwnership(address newOwner)', 'giveContractAway'],
  '0x715018a6': ['renounceOwnership()', 'giveUpContract'],
  '0x2f2ff15d': ['grantRole(bytes32 role, address account)', 'giveRightsOverContract'],
  '0x3659cfe6': ['upgradeTo(address implementation)', 'replaceCode'],
  '0x4f1ef286': ['upgradeToAndCall(address implementation, bytes data)', 'replaceCode'],
} as const satisfies Record<string, readonly [signature: string, does: string]>

/** The purposes of functions, by name: the wallet has the wording. */
export type FunctionPurpose = (typeof knownFunctions)[keyof typeof knownFunctions][1]
