"""The chi-square distribution's tail, by the incomplete gamma function.

The series and the continued fraction of Numerical Recipes 6.2, each where it converges fast;
accurate to about twelve digits, which the tests check against published tables.
"""

from math import exp, lgamma, log

_STEPS_MAX = 100_000
_PRECISION = 1e-15


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Return the probability that chi-square with these degrees of freedom is at least this large.

    >>> round(chi_square_tail(3.841458820694124, 1), 12)
    0.05
    """
    if statistic <= 0 or freedom <= 0:
        return 1.0
    shape, x = freedom / 2, statistic / 2
    scale = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        return max(0.0, 1 - scale * _series(shape, x))
    return scale * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1 / shape
    for step in range(1, _STEPS_MAX):
        term *= x / (shape + step)
        total += term
        if term < total * _PRECISION:
            break
    return total


def _fraction(shape: float, x: float) -> float:
    """Evaluate the continued fraction of the upper tail by Lentz's method."""
    tiny = 1e-300
    b = x + 1 - shape
    c, d = 1 / tiny, 1 / b
    value = d
    for step in range(1, _STEPS_MAX):
        a = -step * (step - shape)
        b += 2
        d = 1 / (a * d + b or tiny)
        c = b + a / c or tiny
        value *= d * c
        if abs(d * c - 1) < _PRECISION:
            break
    return value
