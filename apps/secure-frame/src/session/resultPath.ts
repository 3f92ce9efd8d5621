/** Where the page behind a provider is on the wallet origin: the api sends windows there. */
export const resultPath = '/social'
