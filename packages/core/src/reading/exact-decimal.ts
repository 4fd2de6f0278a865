/** Sees by arithmetic that a double prints as the decimal it was read from: printing it takes three times as long. */

const POINT = 0x2e;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** Powers of ten that a double holds. */
const POWERS: readonly number[] = /* @__PURE__ */ Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** So many digits are safe in one sum. */
const HALF_OF_DIGITS = 9;
/** Any decimal of so many digits prints as itself, where doubles have all of their digits. */
const SAFE_DIGITS = 15;
const SAFE_DECIMALS = 200;
const MOST_DIGITS = 17;

/**
 * True only when the double nearest to a JSON number prints with the same value; false where that is not seen at once.
 * @param start Where the number begins in the text.
 * @param end Where it ends.
 */
export function isExactDecimal(text: string, start: number, end: number): boolean {
  let high = 0;
  let low = 0;
  let digits = 0;
  let decimals = 0;
  let hasPoint = false;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= ZERO && unit <= NINE) {
      if (hasPoint) decimals++;
      if (unit !== ZERO || digits > 0) digits++;
      if (digits <= HALF_OF_DIGITS) high = high * 10 + unit - ZERO;
      else low = low * 10 + unit - ZERO;
    } else if (unit === POINT) hasPoint = true;
    else if (unit !== MINUS) return false;
  }
  if (digits <= SAFE_DIGITS) return decimals <= SAFE_DECIMALS;
  if (digits > MOST_DIGITS || decimals >= POWERS.length) return false;
  return isShortest(high * power(digits - HALF_OF_DIGITS), low, power(decimals));
}

/**
 * A double prints as the shortest decimal that is read as it, and among those as the nearest. So a decimal that does not end with
 * zero is what prints when no other is nearer and none that ends with zero is as near as half the way to the next double.
 * @param high The first digits of the decimal, as many zeros as `low` has digits after them: a whole number, as `low` is.
 * @param scale What their sum is divided by.
 */
function isShortest(high: number, low: number, scale: number): boolean {
  const guess = (high + low) / scale;
  const double = guess - distance(guess, high, low, scale) / scale;
  const off = distance(double, high, low, scale);
  const toNext = (double + double * JUST_OVER_HALF - double) * scale;
  const toLast = (double - (double - double * JUST_OVER_HALF)) * scale;
  const last = low % 10;
  const isNearest = Math.abs(off) < 0.5 && Math.abs(off) < toLast / 2;
  return isNearest && last !== 0 && last + off > toNext / 2 && 10 - last - off > toNext / 2;
}

/** A double plus itself times this is the next double, and minus itself times this the last. */
const JUST_OVER_HALF = 1.2e-16;

/** How far a double is from a decimal, in units of the decimal's last digit. */
function distance(double: number, high: number, low: number, scale: number): number {
  const product = double * scale;
  return product - high - low + productError(double, scale, product);
}

function power(exponent: number): number {
  return POWERS[exponent] ?? Number.NaN;
}

const SPLITTER = 134217729;

/** What rounding took from a product (T. J. Dekker, A floating-point technique for extending the available precision, 1971). */
function productError(a: number, b: number, product: number): number {
  const highA = highHalf(a);
  const highB = highHalf(b);
  const lowA = a - highA;
  const lowB = b - highB;
  return highA * highB - product + highA * lowB + lowA * highB + lowA * lowB;
}

function highHalf(value: number): number {
  const spread = SPLITTER * value;
  return spread - (spread - value);
}
