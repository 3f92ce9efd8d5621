/** Custody's exports for the combined process. */
export { type CustodyAppDeps, createCustodyApp } from './createCustodyApp.ts'
export { custodyRetention } from './custodyRetention.ts'
