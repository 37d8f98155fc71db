package dev.hotspotter.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** The lines that one logger has written since this was made. */
public final class LogLines implements AutoCloseable {

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final AbstractAppender appender =
      new AbstractAppender("test", null, null, true, Property.EMPTY_ARRAY) {
        @Override
        public void append(LogEvent event) {
          lines.add(event.getMessage().getFormattedMessage());
        }
      };

  public LogLines(String logger) {
    this.logger = (Logger) LogManager.getLogger(logger);
    appender.start();
    this.logger.addAppender(appender);
  }

  public List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    logger.removeAppender(appender);
  }
}
