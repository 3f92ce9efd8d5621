/** The api's exports for the combined process. */
export { apiRetention } from './apiRetention.ts'
export { type BuySettings, buyFields, readBuyFields } from './buy/buySettings.ts'
export { readSwapFields, type SwapSettings, swapFields } from './convert/swapSettings.ts'
export { type ApiAppDeps, createApiApp } from './createApiApp.ts'
export type { DeviceLinkPolicy } from './deviceLink/deviceLinkService.ts'
export { startIndexer } from './indexer/startIndexer.ts'
export { mainnetEns } from './nameZone/ensSettings.ts'
export { listenForFrames } from './projectList/listenForFrames.ts'
export {
  type ProjectListSettings,
  projectListFields,
  readProjectListFields,
} from './projectList/projectListFields.ts'
export { type ChainSettings, chainFields, readChainFields } from './settings/chainFields.ts'
export { requireSecureChains } from './settings/requireSecureChains.ts'
export { readSmartAccounts, type SmartAccountSettings, smartAccountFields } from './settings/smartAccountFields.ts'
export { identityProvidersOf, readSocial, type SocialSettings } from './social/socialSettings.ts'
export { readTelemetryFields, type TelemetrySettings, telemetryFields } from './telemetry/telemetrySettings.ts'
export { requireSameVault } from './wallet/requireSameVault.ts'
