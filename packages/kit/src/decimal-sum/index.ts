const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * Adds up figures as databases write them, digit by digit: 0.1 and 0.2 are 0.3, and twenty digits lose none. What is empty
 * counts nothing; once something that is no figure came, there is no sum.
 */
export class DecimalSum {
  #units = 0n
  #digits = 0
  #isSum = true

  add(value: unknown): void {
    if (value === null || value === undefined || value === '') return
    const [all, sign, whole = '', part = '', power = '0'] = decimal.exec(String(value).trim()) ?? []
    if (all === undefined || whole + part === '') {
      this.#isSum = false
      return
    }
    // With a negative number of digits behind the point the units stand for tens, hundreds, …
    const behind = part.length - Number(power)
    const digits = Math.max(0, behind)
    const units = BigInt(`${whole}${part}`) * 10n ** BigInt(digits - behind)
    this.#scale(digits)
    this.#units += (sign === '-' ? -units : units) * 10n ** BigInt(this.#digits - digits)
  }

  /** The sum without zeros at the end of its fraction; null where something was no figure. */
  get text(): string | null {
    if (!this.#isSum) return null
    const figures = String(this.#units < 0n ? -this.#units : this.#units).padStart(this.#digits + 1, '0')
    const whole = figures.slice(0, figures.length - this.#digits)
    const part = figures.slice(figures.length - this.#digits).replace(/0+$/, '')
    return `${this.#units < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`
  }

  #scale(digits: number): void {
    if (digits <= this.#digits) return
    this.#units *= 10n ** BigInt(digits - this.#digits)
    this.#digits = digits
  }
}
