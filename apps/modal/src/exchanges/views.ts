/** The views of paying from an exchange, which are loaded together. */
export { ExchangeDeposit } from './ExchangeDeposit.tsx'
export { PayWithExchange } from './PayWithExchange.tsx'
export { PayWithExchangeSelectAsset } from './PayWithExchangeSelectAsset.tsx'
export { PayWithExchangeStatus } from './PayWithExchangeStatus.tsx'
