/** This client's name for the wallet and the api (specification section 9: ends in 4.2.2). */
export const sdkVersion = 'html-latchkey-4.2.2'
