/** From where somebody signs in. */
export interface Origin {
  readonly ip: string
  readonly userAgent: string | null
}
