# How long the queries of a dataset take in Spark: `STATEMENTS FOLDER EXECUTORS` prints milliseconds, without Spark's
# start.
import json
import sys
import time
from pathlib import Path

from pyspark.sql import SparkSession

statements, folder, executors = sys.argv[1:]
spark = (
    SparkSession.builder.master(f"local-cluster[{executors},1,2048]")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "4")
    .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
    .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "60s")
    .config("spark.sql.warehouse.dir", f"{folder}/warehouse")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
for view in Path(folder, "queries/views.spark.sql").read_text().split(";\n"):
    if view.strip():
        spark.sql(view.replace("(path '", f"(path '{folder}/"))
# Executors run their first task slowly.
spark.sql("select count(*) from pages").collect()
start = time.time()
for sql in json.loads(Path(statements).read_text()).values():
    spark.sql(sql).write.format("noop").mode("overwrite").save()
print(round((time.time() - start) * 1000))
spark.stop()
