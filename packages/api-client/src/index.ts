export * from './deviceProof.ts'
export * from './endpoints.ts'
