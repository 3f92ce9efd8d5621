export * from './openShare.ts'
export * from './recoveryPair.ts'
export * from './sealShare.ts'
export * from './shareContext.ts'
