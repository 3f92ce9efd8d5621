import type { EndpointName, EndpointRequest, endpoints, WalletRecord } from '@latchkey/api-client'
import type { ErrorName } from '@latchkey/protocol/errors'
import type * as z from 'zod/mini'

type Row<name extends EndpointName> = (typeof endpoints)[name]
export type ApiName = { [name in EndpointName]: Row<name>['authority'] extends 'api' ? name : never }[EndpointName]

/** A valid request for a row, and its result once the service is there: the row's response, or one of its errors. */
export type ContractRequest<name extends ApiName = ApiName> = {
  request: Omit<EndpointRequest<name>, 'projectId'> | EndpointRequest<name>
} & (Row<name> extends { query: infer query extends z.ZodMiniType }
  ? { query: Omit<z.input<query>, 'projectId'> }
  : unknown) & { answers: 'response' | ErrorName }

/** This server's data for any caller. */
export type Facts = {
  address: string
  walletImage: string
  wallet: WalletRecord
  deviceId: string
  refreshToken: string
}

const attempt = { attemptId: '00000000-0000-4000-8000-000000000000' }
/** The purpose for which the contract's project captures emails. */
export const purpose = 'News about your orders'
const nobodys = 'A'.repeat(43)
const dappOrigin = 'http://127.0.0.1:3000'
const jwt = 'a.b.c'
const nonce = 'AAECAwQFBgcICQoLDA0ODw'
const ours = { answers: 'response' } as const
const refused = <name extends ErrorName>(answers: name) => ({ answers })

/** One for each row of the api: a row without one does not compile. They are sent in this order. */
export const contractRequests = ({
  address,
  walletImage,
  wallet,
  deviceId,
  refreshToken,
}: Facts): { [name in ApiName]: ContractRequest<name> } => {
  const account = `eip155:1:${address}`
  const pair = { from: account, to: account, userAddress: account }
  const { walletId, generation } = wallet
  const pci = `0x${'00'.repeat(32)}`
  const operation = {
    sender: address,
    nonce: '0x0',
    callData: '0x',
    callGasLimit: '0x0',
    verificationGasLimit: '0x1',
    preVerificationGas: '0x1',
    maxFeePerGas: '0x1',
    maxPriorityFeePerGas: '0x1',
  }
  return {
    apiHealth: { request: {}, ...ours },
    origins: { request: {}, ...ours },
    rpc: {
      query: { chainId: 'eip155:1' },
      request: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
      ...ours,
    },
    supportedChains: { request: {}, ...ours },
    fungiblePrice: { request: { currency: 'usd', addresses: [account] }, ...ours },
    verifySignature: {
      query: { chainId: 'eip155:1' },
      request: {
        jsonrpc: '2.0',
        id: 1,
        method: 'verify_signature',
        params: { address, message: 'hello', signature: '0x00' },
      },
      ...ours,
    },
    // The wallet is not a page of the project.
    siwxNonce: { request: {}, ...refused('ORIGIN_NOT_ALLOWED') },
    startSiwxSession: {
      request: { account, message: 'hello', signature: '0x00' },
      ...refused('ORIGIN_NOT_ALLOWED'),
    },
    siwxIdToken: { request: { token: nobodys }, ...refused('ORIGIN_NOT_ALLOWED') },
    revokeSiwxSession: { request: { token: nobodys }, ...refused('ORIGIN_NOT_ALLOWED') },
    accountBalance: { request: { address, currency: 'usd', chainId: 'eip155:1' }, ...ours },
    accountHistory: { request: { address }, ...ours },
    accountAllowances: { request: { address }, ...ours },
    identity: { request: { address, sender: address }, ...ours },
    profileAccount: { request: { name: 'ada.example', apiVersion: '2' }, ...ours },
    profileReverse: { request: { address, sender: address, apiVersion: '2' }, ...ours },
    profileSuggestions: { request: { name: 'ada', zone: 'example.eth' }, ...refused('NOT_ENABLED') },
    registerProfile: {
      request: { coin_type: 60, address, message: '{"name":"ada","attributes":{},"timestamp":1}', signature: '0x00' },
      ...refused('NOT_ENABLED'),
    },

    // The exchange is tested on the local chains (`infra/local`): here there is none.
    convertTokens: { request: { chainId: 'eip155:1' }, ...refused('SWAPS_UNSUPPORTED') },
    convertQuotes: { request: { amount: '1', gasPrice: '1', ...pair }, ...refused('SWAPS_UNSUPPORTED') },
    convertAllowance: {
      request: { tokenAddress: account, userAddress: address },
      ...refused('SWAPS_UNSUPPORTED'),
    },
    convertStatus: {
      request: { txHash: `0x${'1'.repeat(64)}`, fromChainId: 'eip155:1', toChainId: 'eip155:10' },
      ...refused('SWAPS_UNSUPPORTED'),
    },
    convertGasPrice: { request: { chainId: 'eip155:1' }, ...refused('GAS_PRICE_UNSUPPORTED') },
    buildTransaction: {
      request: { amount: '1', eip155: { slippage: 1 }, minimumAmount: '1', disableEstimate: false, ...pair },
      ...refused('SWAPS_UNSUPPORTED'),
    },
    buildApprove: { request: { ...pair, amount: '1' }, ...refused('SWAPS_UNSUPPORTED') },
    onrampUrl: {
      request: {
        destinationWallets: [{ address, blockchains: ['ethereum'], assets: ['USDC'] }],
        defaultNetwork: 'ethereum',
        partnerUserId: 'user',
        defaultExperience: 'buy',
        presetFiatAmount: 10,
      },
      ...refused('NOT_ENABLED'),
    },
    onrampOptions: { request: {}, ...refused('NOT_ENABLED') },
    onrampQuote: {
      request: { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '10.00', network: 'ethereum' },
      ...refused('NOT_ENABLED'),
    },
    startOnramp: {
      request: { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '10.00', network: 'ethereum', address },
      ...refused('NOT_ENABLED'),
    },
    offrampOptions: { request: {}, ...refused('NOT_ENABLED') },
    offrampQuote: {
      request: { provider: 'acme', sellCurrency: 'USDC', network: 'ethereum', amount: '10', payoutCurrency: 'USD' },
      ...refused('NOT_ENABLED'),
    },
    startOfframp: {
      request: {
        provider: 'acme',
        sellCurrency: 'USDC',
        network: 'ethereum',
        amount: '10',
        payoutCurrency: 'USD',
        address,
      },
      ...refused('NOT_ENABLED'),
    },
    offrampSession: { request: { sessionId: attempt.attemptId }, ...refused('NOT_ENABLED') },
    onrampSession: { request: { sessionId: attempt.attemptId }, ...refused('NOT_ENABLED') },
    exchanges: {
      query: {},
      request: {
        jsonrpc: '2.0',
        id: 1,
        method: 'reown_getExchangePayUrl',
        params: { exchangeId: 'one', asset: 'eip155:1/slip44:60', amount: '0.5', recipient: account },
      },
      ...refused('NOT_ENABLED'),
    },
    getProjectConfig: { request: {}, ...ours },
    getAnalyticsConfig: { request: {}, ...ours },
    getWallets: { request: { page: 1, entries: 4, search: 'e', chains: 'eip155:1', include: '' }, ...ours },
    getWalletImage: { request: { id: walletImage }, ...ours },
    getAssetImage: { request: { id: 'ethereum' }, ...ours },
    getCurrencyImage: { request: { id: 'usd' }, ...ours },
    getTokenImage: { request: { symbol: 'ETH' }, ...ours },
    sendEvents: {
      query: {},
      request: [
        {
          eventId: 'one',
          url: 'https://a.example/',
          domain: 'a.example',
          timestamp: 1,
          props: { type: 'track', event: 'MODAL_OPEN', address, properties: {} },
        },
      ],
      ...refused('NOT_ENABLED'),
    },
    sendErrorReport: {
      query: {},
      request: {
        type: 'error',
        event: 'INTERNAL',
        properties: { errorType: 'Error', errorMessage: 'no', stackTrace: 'at a', timestamp: 1 },
      },
      ...refused('NOT_ENABLED'),
    },

    apiKeys: { request: {}, ...ours },
    listProviders: { request: {}, ...ours },
    socialStart: { request: { dappOrigin, provider: 'google', codeChallenge: nobodys }, ...refused('NOT_ENABLED') },
    socialStatus: { request: attempt, ...ours },
    socialRelease: { request: { ...attempt, result: nobodys }, ...refused('SOCIAL_EXPIRED') },
    socialFinish: {
      request: { ...attempt, codeVerifier: nobodys, result: nobodys },
      ...refused('SOCIAL_EXPIRED'),
    },
    farcasterStart: { request: { dappOrigin }, ...refused('NOT_ENABLED') },
    farcasterStatus: { request: attempt, ...refused('NOT_ENABLED') },
    startDeviceLink: { request: { dappOrigin, email: 'ada@example.com' }, ...ours },
    // For pages, which the wallet isn't.
    startEmailCapture: { request: { account, purpose, email: 'ada@example.com' }, ...refused('ORIGIN_NOT_ALLOWED') },
    confirmEmailCapture: { request: { ...attempt, code: 'BCDFGH' }, ...refused('ORIGIN_NOT_ALLOWED') },
    shareEmail: { request: { dappOrigin, account, purpose }, ...ours },
    deviceLinkStatus: { request: { linkId: attempt.attemptId }, ...ours },
    readDeviceLink: { request: { token: nobodys }, ...refused('LINK_INVALID') },
    approveDevice: { request: { token: nobodys }, ...refused('LINK_INVALID') },
    declineDevice: { request: { token: nobodys }, ...refused('LINK_INVALID') },
    readAuthorization: { request: { authorization: nobodys }, ...refused('AUTHORIZATION_EXPIRED') },
    allowAuthorization: { request: { authorization: nobodys }, ...refused('AUTHORIZATION_EXPIRED') },
    startSession: { request: { apiGrant: jwt, dappOrigin }, ...refused('SESSION_EXPIRED') },
    refreshSession: { request: { refreshToken }, ...ours },
    confirmSession: { request: { apiGrant: jwt }, ...refused('SESSION_EXPIRED') },
    listDevices: { request: {}, ...ours },
    renameDevice: { request: { deviceId, name: 'Desk' }, ...ours },
    revokeDevice: { request: { deviceId: nobodys }, ...ours },
    reportDevice: { request: { revokedDeviceIds: [nobodys] }, ...ours },
    apiAuditLog: { request: { limit: 10, before: 1_000_000 }, ...ours },
    prepareEmailChange: { request: { newEmail: 'new@example.com' }, ...ours },
    emailChangeStatus: { request: { changeId: attempt.attemptId }, ...ours },
    readEmailChange: { request: { token: nobodys }, ...refused('LINK_INVALID') },
    approveEmailChange: { request: { token: nobodys }, ...refused('LINK_INVALID') },
    finishEmailChange: { request: { statement: jwt }, ...refused('SESSION_EXPIRED') },
    applyEmailUndo: { request: { statement: jwt }, ...refused('SESSION_EXPIRED') },
    issueIdToken: { request: { projectId: 'demo', origin: dappOrigin, scopes: ['wallets', 'email'], nonce }, ...ours },
    listLogins: { request: {}, ...ours },
    linkLogin: { request: { apiGrant: jwt }, ...refused('SESSION_EXPIRED') },
    unlinkLogin: { request: { provider: 'google', issuer: 'https://a.example', subject: '1' }, ...ours },
    getWallet: { request: {}, ...ours },
    createWallet: {
      request: {
        record: wallet,
        addressProofs: [],
        sealedAuthShare: 'AA',
        sealedRecoveryAuthShare: 'AA',
        receipt: jwt,
      },
      ...refused('SHARE_INVALID'),
    },
    replaceWallet: { request: { record: wallet, signature: 'A'.repeat(87) }, ...ours },
    putAuthShare: { request: { walletId, generation, sealedShare: 'AA' }, ...refused('SHARE_INVALID') },
    releaseAuthShare: { request: { walletId, generation, use: 'unlock', nonce }, ...ours },
    releaseRecoveryAuthShare: { request: { walletId, generation, nonce }, ...ours },
    sponsorOperation: { request: { projectId: 'demo', chainId: 'eip155:137', stage: 'final', operation }, ...ours },
    listPermissions: { request: { address: account }, ...ours },
    keepPermission: {
      request: {
        address: account,
        origin: dappOrigin,
        pci,
        expiry: 1,
        signer: address,
        // A permission's data has the shape of its type: the row accepts any.
        permissions: [{ type: 'native-token-transfer' }],
        policies: [],
        context: '0x00',
      },
      ...refused('NOT_ENABLED'),
    },
    revokePermission: { request: { address, pci, signature: '0x00' }, ...refused('PERMISSION_NOT_FOUND') },
    endSession: { request: { refreshToken: nobodys }, ...ours },
    endAllSessions: { request: {}, ...ours },
  }
}
