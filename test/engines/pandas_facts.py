# Facts of datasets as pandas reads them: `STATEMENTS`; each by the name of the statement that asks for it.
import json
import sys
from pathlib import Path

import pandas as pd
import pyarrow.dataset

tables = ["sightings", "stats", "attachments", "details", "breakdowns", "url_chain", "pages"]


def plain(value):
    if value is None or value is pd.NA or value is pd.NaT:
        return None
    if isinstance(value, pd.Timestamp):
        return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, (bool, str, float)):
        return value
    return str(value)


def read(folder, table):
    return pd.read_parquet(folder / table, dtype_backend="pyarrow")


def links(folder):
    # pandas takes the columns of the first file: those that a newer version added have to be named.
    parts = pyarrow.dataset.dataset(folder / "url_chain", partitioning="hive")
    schemas = [part.physical_schema for part in parts.get_fragments()]
    schema = pyarrow.unify_schemas([parts.schema, *schemas])
    return pd.read_parquet(folder / "url_chain", schema=schema, dtype_backend="pyarrow")


def identifiers(folder):
    seen = read(folder, "sightings")
    awkward = seen[seen["last_hit"] == "1700000000"].sort_values("position")
    ids = ["position", "ad_id", "ad_id_int64", "owner_id", "owner_id_int64", "monthly_traffic"]
    return cells(awkward[[*ids, "platform", "title", "bookmarked"]])


def sums(folder):
    values = [int(value) for value in read(folder, "stats")["value"].dropna()]
    return [[str(len(values)), str(sum(values))]]


def times(folder):
    seen = read(folder, "sightings")["received_at"]
    return [[plain(seen.min()), plain(seen.max())]]


def months(folder):
    return [[month] for month in sorted(read(folder, "sightings")["month"].astype(str).unique())]


def parts(folder):
    chain = links(folder)
    return [[str(len(chain)), *(str(chain[name].notna().sum()) for name in ["url", "times_seen", "column_of_tomorrow"])]]


def ads(folder):
    return cells(read(folder, "sightings")[["ad_id", "title"]])


def cells(frame):
    return [[plain(cell) for cell in row] for row in frame.astype(object).values.tolist()]


facts = [identifiers, sums, times, months, parts, ads]
found = {}
for name, wanted in json.loads(Path(sys.argv[1]).read_text()).items():
    folder = Path(name)
    found[name] = {f"count of {table}": [[str(len(read(folder, table)))]] for table in tables}
    found[name].update({fact.__name__: fact(folder) for fact in facts if fact.__name__ in wanted})
print(json.dumps(found))
