/** Exact origins of the two documents and addresses of the two services, as browsers see them. */
export type FrameAddresses = {
  walletOrigin: string
  vaultOrigin: string
  apiUrl: string
  custodyUrl: string
}

/** The origins that a project lists; null for a project nobody knows. Rejects while no project is known. */
export type ProjectOrigins = (projectId: string) => Promise<readonly string[] | null>
