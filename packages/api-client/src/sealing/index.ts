export * from './openShare.ts'
export * from './sealShare.ts'
export * from './shareContext.ts'
