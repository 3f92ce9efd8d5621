/** Exact origins of the two documents and URLs of the two services, as browsers see them. */
export type FrameAddresses = {
  walletOrigin: string
  vaultOrigin: string
  apiUrl: string
  custodyUrl: string
}

/** Returns the origins of a project; null for an unknown project. Rejects until the projects are loaded. */
export type ProjectOrigins = (projectId: string) => Promise<readonly string[] | null>
