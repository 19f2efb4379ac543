/** Python that loads a function and describes what it returns or raises: the same in every Python that runs one. */
export const PYTHON_ANSWERS = `
import inspect, json, linecache, re, sys, traceback, types

KEPT_PRINT = 4000
LONGEST_TRACE = 8000
LONGEST_TEXT = 1000
LARGEST_EXTRA = 262144
DEPTH = 32


class Kept:
    """A stream that remembers the beginning of what one call prints."""

    def __init__(self, stream):
        self._stream = stream
        self._text = ""

    def write(self, text):
        if len(self._text) < KEPT_PRINT:
            self._text += str(text)[: KEPT_PRINT - len(self._text)]
        return self._stream.write(text)

    def take(self):
        text, self._text = self._text, ""
        try:
            self._stream.flush()
        except Exception:
            pass
        return text

    def __getattr__(self, name):
        return getattr(self._stream, name)


def short(value):
    try:
        text = repr(value)
    except BaseException:
        text = "a value that has no repr"
    # Where an object lies in memory says nothing, and differs from run to run.
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", text[: LONGEST_TEXT + 1])
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "..."


def plain(value, depth=0):
    """The value as JSON can hold it; what it cannot hold is named by its repr."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if -(2**53) < value < 2**53 else str(value)
    if isinstance(value, float):
        return value if value == value and value not in (float("inf"), float("-inf")) else repr(value)
    if depth < DEPTH and isinstance(value, dict):
        return {str(key): plain(member, depth + 1) for key, member in value.items()}
    if depth < DEPTH and isinstance(value, (set, frozenset)):
        return [plain(member, depth + 1) for member in sorted(value, key=repr)]
    if depth < DEPTH and isinstance(value, (list, tuple)):
        return [plain(member, depth + 1) for member in value]
    if depth < DEPTH and callable(getattr(value, "model_dump", None)):
        return plain(value.model_dump(), depth + 1)
    return short(value)


def number(value):
    if isinstance(value, (bytes, bytearray)) or not (isinstance(value, str) or hasattr(value, "__float__") or hasattr(value, "__index__")):
        return None
    try:
        found = float(value)
    except Exception:
        return None
    return found if found == found and found not in (float("inf"), float("-inf")) else None


def fields_of(value):
    if isinstance(value, dict):
        return value
    if isinstance(value, type) or not hasattr(value, "score"):
        return None
    if callable(getattr(value, "model_dump", None)):
        return value.model_dump()
    return {key: member for key, member in vars(value).items() if not key.startswith("_")} or {"score": value.score}


def described(value):
    """What a function returned, as an answer."""
    if not isinstance(value, str) and not isinstance(value, dict) and number(value) is not None:
        return {"type": "score", "score": number(value)}
    fields = fields_of(value)
    named = "a value of type " + type(value).__name__
    if fields is None:
        return {"type": "wrong", "message": "it returned " + named + ", which is no score", "returned": short(value)}
    if fields.get("error_message"):
        return {"type": "wrong", "message": "it reported an error: " + str(fields["error_message"])[:LONGEST_TEXT], "returned": short(value)}
    if fields.get("score") is None:
        return {"type": "wrong", "message": "it returned " + named + " without a score", "returned": short(value)}
    score = number(fields["score"])
    if score is None:
        return {"type": "wrong", "message": "it returned the score " + short(fields["score"]) + ", which is no number", "returned": short(value)}
    answer = {"type": "score", "score": score}
    if fields.get("explanation") is not None:
        answer["explanation"] = str(fields["explanation"])
    extra = {key: member for key, member in fields.items() if key not in ("score", "explanation") and member is not None}
    if extra:
        kept = plain(extra)
        if len(json.dumps(kept)) > LARGEST_EXTRA:
            kept = "left out: more than %d characters" % LARGEST_EXTRA
        answer["extra"] = kept
    return answer


def threw(error):
    # The first frame is ours.
    frames = error.__traceback__.tb_next if error.__traceback__ else None
    text = "".join(traceback.format_exception(type(error), error, frames))
    if len(text) > LONGEST_TRACE:
        text = "..." + text[-LONGEST_TRACE:]
    message = type(error).__name__ + (": " + str(error) if str(error) else "")
    return {"type": "threw", "message": message[:LONGEST_TEXT], "traceback": text}


def load(setup):
    source, name, entry = setup["source"], setup["file"], setup["entry"]
    if sys.path and sys.path[0] == "":
        del sys.path[0]
    sys.path.insert(0, setup["folder"])
    module = types.ModuleType("custom_metric")
    if setup["isFile"]:
        module.__file__ = name
    # Data classes and pickles look their module up.
    sys.modules[module.__name__] = module
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    exec(compile(source, name, "exec"), module.__dict__)
    function = module.__dict__.get(entry)
    if not callable(function):
        raise TypeError("it defines no function '%s'" % entry)
    return function
`;
