/** What the combined process needs of custody. */
export { type CustodyAppDeps, createCustodyApp } from './createCustodyApp.ts'
export { custodyRetention } from './custodyRetention.ts'
